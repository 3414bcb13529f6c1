/** What a profile can say about its owner, in the words of HTML's `autocomplete` (HTML, 4.10.18.7). */
export const PROFILE_NAMES = [
  'name',
  'given-name',
  'family-name',
  'nickname',
  'email',
  'tel',
  'street-address',
  'postal-code',
  'address-level2',
  'address-level1',
  'country',
  'organization',
  'organization-title',
  'bday',
  'language',
  'url',
] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

/** Characters of one value. */
export const LONGEST_PROFILE_VALUE = 500
