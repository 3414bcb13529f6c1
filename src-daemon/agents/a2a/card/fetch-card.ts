import type { Signer } from '../../../identity/types.ts'
import type { NetworkGuard } from '../../../network/index.ts'
import { sendSigned } from '../../calling/send-signed.ts'

/** The largest card that is read, in bytes. */
const MAX_CARD_BYTES = 1024 * 1024

/** Where a host keeps its card, and where it did before version 0.3. */
export const CARD_PATHS = ['/.well-known/agent-card.json', '/.well-known/agent.json'] as const

/** The text at an address of a card, or the status that came instead. Errors: those of the network guard and of the signer. */
export const fetchCard = async (
  url: string,
  signer: Signer | null,
  { guard, now }: { readonly guard: Pick<NetworkGuard, 'fetch'>; readonly now: () => Date },
): Promise<{ readonly text: string } | { readonly status: number }> => {
  const policy = { kind: 'package_host', hosts: [new URL(url).host], maxBytes: MAX_CARD_BYTES } as const
  const response = await sendSigned({ guard, now }, { method: 'GET', url, signer, policy })
  if (response.status === 200) return { text: await response.text() }
  await response.body?.cancel()
  return { status: response.status }
}
