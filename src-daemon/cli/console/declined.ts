/** Ends a command that the person said no to: nothing was done, nothing is wrong, the exit code is 1. */
export class Declined extends Error {}
