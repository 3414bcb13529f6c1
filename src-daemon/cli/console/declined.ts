/** Ends a command the user declined: nothing was done, nothing is wrong, the exit code is 1. */
export class Declined extends Error {}
