/** The door of the profile: what the owner wrote about themselves, to fill in forms with. */
export { createProfile } from './profile.ts'
