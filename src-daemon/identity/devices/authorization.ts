import { base58btc } from 'multiformats/bases/base58'
import { type AuthorizationDocument, inSeconds, readChain } from '../authorizations/document.ts'
import { invalid } from '../authorizations/refusals.ts'
import { rootIdOf, targetOf } from '../authorizations/target.ts'
import { signDelegation } from '../authorizations/zcap.ts'
import { proofBytes } from '../core/data-integrity.ts'
import type { IdentityService } from '../core/types.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { isSignedBy } from '../dids/verify.ts'

/** The action a device is authorized for: signing the changes of one replica. */
export const DEVICE_ACTION = 'state.sync'
const KIND = 'device'
const TARGET = new RegExp(`^urn:nuwa:scope:([^/]+)/${KIND}/([^/]+)$`)

/** The owner's authorization for a device's key to sign the changes of a replica, verified. */
export interface DeviceAuthorization {
  readonly owner: string
  readonly replica: string
  /** DID of the device's key. */
  readonly device: string
  readonly issuedAt: string
  readonly expiresAt: string
}

/** `urn:nuwa:scope:<owner>/device/<replica id>` */
export const deviceTargetOf = ({ owner, replica }: { owner: string; replica: string }): string =>
  targetOf({ owner, capUri: KIND, scope: replica })

/** Has the owner's key authorize a device's key. Errors: those of `IdentityService.sign`. */
export const issueDeviceAuthorization = async (input: {
  readonly identity: Pick<IdentityService, 'ownerDid' | 'signer'>
  readonly replica: string
  readonly device: string
  readonly at: Date
  readonly expires: Date
}): Promise<AuthorizationDocument> => {
  const { identity, replica, device, at, expires } = input
  const owner = identity.ownerDid
  const by = identity.signer({
    // Not the default key: the owner's key controls the root.
    keyId: keyIdOfDid(owner),
    purpose: 'device',
    requester: 'internal',
  })
  const body = {
    controller: device,
    invocationTarget: deviceTargetOf({ owner, replica }),
    allowedAction: [DEVICE_ACTION],
    expires: inSeconds(expires),
  }
  const [document] = await signDelegation({ by, owner, parent: null, body, at })
  return document
}

/**
 * Verifies the authorization of a device from its content alone: one link below the owner's root, for this action on
 * one replica. Neither time nor removal. The library verifies the same, but not within the transaction of an import.
 *
 * @throws SatchelError `authorization_invalid`
 */
export const readDeviceAuthorization = (document: unknown): DeviceAuthorization => {
  const [link, ...below] = readChain(document)
  if (below.length > 0) throw invalid('it is not given by the owner itself')
  const { invocationTarget: target, controller, allowedAction, expires, proof } = link
  const [, owner = '', replica = ''] = (TARGET.exec(target) ?? []).map(decoded)
  if (deviceTargetOf({ owner, replica }) !== target) throw invalid('it is not for a device')
  if (allowedAction.length !== 1 || allowedAction[0] !== DEVICE_ACTION)
    throw invalid(`it is not for ${DEVICE_ACTION}`)
  if (!controller.startsWith('did:key:')) throw invalid('its controller is no key')
  const root = rootIdOf(target)
  const [parent, ...more] = proof.capabilityChain
  if (link.parentCapability !== root || parent !== root || more.length > 0)
    throw invalid('it is not given by the owner itself')
  if (proof.verificationMethod !== keyIdOfDid(owner) || !isProvenBy(owner, link))
    throw invalid('its proof does not hold')
  return { owner, replica, device: controller, issuedAt: proof.created, expiresAt: expires }
}

const isProvenBy = (owner: string, { proof, ...unsigned }: AuthorizationDocument): boolean => {
  const { proofValue, ...options } = proof
  const signature = base58Of(proofValue)
  return signature !== null && isSignedBy(owner, proofBytes(options, unsigned), signature)
}

const base58Of = (text: string): Uint8Array | null => {
  try {
    return base58btc.decode(text)
  } catch {
    return null // Not in this form, so it proves nothing.
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // No target has such a part.
  }
}
