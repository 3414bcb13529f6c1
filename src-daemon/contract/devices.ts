import { z } from 'zod'

const signatureText = z.string().regex(/^[\w-]{86}$/)
const replica = z.string().min(1).max(128)

/** A device's credentials: the owner's authorization for its key to sign for a replica, and the name it gave itself. */
export const deviceCardSchema = z.strictObject({
  /** A ZCAP as canonical JSON. */
  authorization: z.string().max(8192),
  /** Signed with the device's key; null for one that only signs for another, former replica. */
  named: z
    .strictObject({ name: z.string().min(1).max(64), at: z.iso.datetime(), signature: signatureText })
    .nullable(),
})
export type DeviceCard = z.infer<typeof deviceCardSchema>

/** Signed by the owner's key: this replica's changes count only up to these, in these logs. */
export const deviceRemovalSchema = z.strictObject({
  owner: z.string().max(512),
  replica,
  at: z.iso.datetime(),
  heads: z
    .array(
      z.strictObject({
        space: z.string().max(512),
        scope: z.string().max(128),
        seq: z.int().positive(),
        hash: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(10_000),
  signature: signatureText,
})
export type DeviceRemoval = z.infer<typeof deviceRemovalSchema>

/** A device of the owner, as listed. */
export const deviceInfoSchema = z.object({
  /** Replica id. */
  replica,
  /** Null if it didn't state a name and wasn't given one here: it wrote before devices had keys, or it is a former id. */
  name: z.string().nullable(),
  isThis: z.boolean(),
  /** When the owner's key first authorized it; null if it didn't, in which case its changes aren't accepted. */
  since: z.iso.datetime().nullable(),
  authorizedUntil: z.iso.datetime().nullable(),
  /** Time of its last change that is here. */
  lastChangeAt: z.iso.datetime().nullable(),
  removedAt: z.iso.datetime().nullable(),
})
export type DeviceInfo = z.infer<typeof deviceInfoSchema>
