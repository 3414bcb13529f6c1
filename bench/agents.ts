import { openContacts } from './agents/contacts.ts'
import { openDescription } from './agents/descriptions.ts'
import { openRequests } from './agents/requests.ts'
import type { Benchmark } from './frame.ts'
import { microseconds, microsecondsAsync } from './timing.ts'

/** Microseconds of a request at 5,000 a second. */
const FIVE_THOUSAND_A_SECOND = 200
const KNOWN_AGENTS = 10_000

/** What other agents cost: verifying what they say of themselves, who sent a request, and knowing many of them. */
export const agents: Benchmark = async (frame, { quick }) => {
  const times = quick ? 300 : 2000
  const description = await openDescription()
  if ((await description.ours()) !== 'valid' || !description.bare())
    throw new Error('The description of the benchmark is not valid')
  await frame.compare({
    what: `description of ${String(Math.round(description.bytes / 1024))} KB, DID document cached (reference: parsed, canonical form, signature alone)`,
    unit: 'us',
    ours: () => microsecondsAsync(description.ours, times),
    reference: () => microseconds(description.bare, times),
    bar: { atMostTimesReference: 1.5 },
  })
  const requests = openRequests(quick ? 500 : 3000)
  try {
    await frame.compare({
      what: 'signed request of 1 KB, nonce on the disk, 100 at once (reference: the signature alone)',
      unit: 'us',
      ours: requests.ours,
      reference: requests.bare,
      bar: { atMost: FIVE_THOUSAND_A_SECOND },
    })
  } finally {
    requests.close()
  }
  const contacts = await openContacts(KNOWN_AGENTS)
  try {
    await frame.compare({
      what: '10,000 known agents, over the API: their first page, and a search that finds 1,667, sorted and counted',
      unit: 'ms',
      ours: contacts.ours,
      bar: { atMost: 50 },
    })
  } finally {
    await contacts.close()
  }
}
