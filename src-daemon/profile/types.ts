import type { Profile, ProfileChange } from '../contract/profile.ts'

export interface ProfileService {
  get(): Profile
  /** Changes what is named, all or nothing. Errors: `invalid_request` with the name as `pointer` and never the value. */
  change(change: ProfileChange): Profile
  onChange(listener: () => void): () => void
}
