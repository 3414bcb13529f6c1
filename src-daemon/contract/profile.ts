import { z } from 'zod'
import { LONGEST_PROFILE_VALUE, PROFILE_NAMES } from './profile-names.ts'

export const profileNameSchema = z.enum(PROFILE_NAMES)
const value = z.string().trim().min(1).max(LONGEST_PROFILE_VALUE)

/** What the owner wrote about themselves, to fill in forms with: no model and no other party reads it. */
export const profileSchema = z.partialRecord(profileNameSchema, value)
export type Profile = z.infer<typeof profileSchema>

/** New values by name; null takes one away, and what isn't named stays. */
export const profileChangeSchema = z.partialRecord(profileNameSchema, value.nullable())
export type ProfileChange = z.infer<typeof profileChangeSchema>
