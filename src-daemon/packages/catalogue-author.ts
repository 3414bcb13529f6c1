/**
 * The author who signed the built-in catalogue. The key was made by `scripts/sign-catalogue.ts`, used once
 * and never stored; signing the catalogue again means a new key and a new line here.
 */
export const CATALOGUE_AUTHOR = 'did:key:z6MkjPW24cGBnBAw5d596iv6CAwa12yJodc5uzFWraoj46CH'
