import type { Verifiers } from '../verifying/verifiers.ts'
import { verifyPublished } from '../verifying/verify.ts'

/** Verifies in this thread; every author's DID is their key. */
export const verifyHere: Verifiers['verify'] = (record, bytes) =>
  verifyPublished(record, bytes, () => Promise.reject(new Error('nobody is asked')))
