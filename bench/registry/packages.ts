import { hash } from 'node:crypto'
import type { ChainEvent, Outcome } from '../../src-daemon/registry/indexer/types.ts'

/** Generated packages, as varied as real ones, and the same each time. */
export interface Synthetic {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  /** A query by a user who doesn't know its name. */
  readonly sentence: string
}

const words = (text: string): readonly string[] => text.split(' ')
const VERBS = words(
  'keep track plan log find compare collect share review count sort draft remind translate convert measure schedule summarize export label',
)
const NOUNS = words(
  'recipe book plant tool invoice ticket route garden workout budget photo song letter contract lesson meal medicine appliance vehicle pet wine coffee fishing knitting chess astronomy mushroom beehive orchard aquarium podcast poem postcard stamp coin mineral fossil bird insect tide weather snow river mountain trail bicycle motorcycle sailboat drone robot printer camera lens microscope telescope guitar violin drum choir theatre museum gallery library archive school exam homework thesis patent trademark tax pension mortgage rental hotel flight train bus ferry visa passport vaccine allergy sleep dream mood habit prayer festival wedding birthday funeral volunteer donation election petition meeting interview resume salary shift timesheet expense purchase warranty repair inventory warehouse shipment parcel customs harvest soil compost irrigation greenhouse livestock poultry dairy bakery brewery vineyard kitchen pantry freezer laundry cleaning paint furniture carpet window roof chimney boiler plumbing wiring solar battery charger antenna radio satellite server backup password certificate domain newsletter comment survey quiz flashcard glossary bibliography footnote chapter plot character map atlas compass journal diary sketch palette font logo poster banner slide spreadsheet formula chart dashboard alert incident outage ticketing deployment release changelog dependency license',
)
const PLACES = words(
  'home office school farm workshop studio clinic club team family neighbourhood village campus laboratory restaurant shop hostel ship caravan allotment',
)
const PEOPLE = words(
  'parents students nurses teachers gardeners cooks drivers freelancers musicians painters runners climbers sailors collectors researchers translators carpenters electricians landlords tenants volunteers travellers beginners retirees',
)
const QUALITIES = words(
  'quick quiet shared private yearly weekly daily seasonal simple detailed printed colourful offline careful spoken local regional historic modern handmade',
)
const DETAILS = words(
  'date price place rating owner colour weight length season author serial source deadline quantity temperature distance brand shelf room chapter region language currency altitude',
)
const SYLLABLES = words(
  'ba ke lo mi ra tu vex nor sil pan dor fen gal hul jor kip lum mon nab oru pel quin ros sten tal ul vor wen yar zim cras bril tho',
)

/** Numbers that look random; the same for the same seed. */
export const createDice = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** Some are taken much more often than others, as words are. */
  const pick = <T>(from: readonly T[], skew = 1): T => from[Math.floor(next() ** skew * from.length)] as T
  return { next, pick }
}

export const makePackages = (count: number, seed = 7): Synthetic[] => {
  const { next, pick } = createDice(seed)
  const taken = new Set<string>()
  const make = (): Synthetic => {
    const [noun, other, third] = [pick(NOUNS, 1.6), pick(NOUNS, 1.3), pick(NOUNS)]
    const [verb, second] = [pick(VERBS, 1.4), pick(VERBS)]
    const [place, people, quality] = [pick(PLACES), pick(PEOPLE), pick(QUALITIES)]
    const details = [pick(DETAILS), pick(DETAILS), pick(DETAILS)]
    // A unique brand, because names in a registry are unique.
    let brand: string
    do brand = Array.from({ length: 3 + Math.floor(next() * 2) }, () => pick(SYLLABLES)).join('')
    while (taken.has(brand))
    taken.add(brand)
    const name = next() < 0.5 ? `${brand}-${noun}` : brand
    const maker = Array.from({ length: 2 }, () => pick(SYLLABLES)).join('')
    const description = pick([
      `Helps ${people} ${verb} every ${noun} with its ${details[0] ?? ''} and ${details[1] ?? ''}, and ${second} the ${other} of the ${place}. Made for the ${quality} ${third} of ${maker}.`,
      `A ${quality} ${noun} and ${other} notebook for the ${place}: ${verb} and ${second} them by ${details[0] ?? ''}, ${details[2] ?? ''} or ${details[1] ?? ''}. Works with your ${third}, in the way of ${maker}.`,
      `${verb} a ${noun} in seconds. Ask for the ${other} of the ${place} and the ${quality} ${third}, see the ${details[0] ?? ''}, and let ${people} ${second} it by ${details[1] ?? ''} as ${maker} does.`,
    ])
    return {
      name,
      title: name
        .split('-')
        .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
        .join(' '),
      description,
      tags: [...new Set([noun, quality, place])],
      sentence: `something for ${people} to ${verb} a ${noun} with the ${other} at the ${place}, ${quality} ${third}, like ${maker}`,
    }
  }
  return Array.from({ length: count }, make)
}

/** One typo of a random kind at a random place, from the letter `first` on. */
export const misspell = (text: string, { next }: ReturnType<typeof createDice>, first = 1): string => {
  const kind = Math.floor(next() * 4)
  // The last letter has none to change places with.
  const at = first + Math.floor(next() * (text.length - (kind === 3 ? 1 : 0) - first))
  const letter = String.fromCharCode(97 + Math.floor(next() * 26))
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 1) return text.slice(0, at) + letter + text.slice(at)
  if (kind === 2) return text.slice(0, at) + letter + text.slice(at + 1)
  return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
}

const AUTHORS = 5000

/** The package in the form of chain and verification. */
export const asPublished = (one: Synthetic, at: number): { event: ChainEvent; outcome: Outcome } => {
  const block = at + 1
  const sha256 = hash('sha256', one.name)
  const authorDid = `did:key:z${hash('sha256', String(at % AUTHORS)).slice(0, 40)}`
  const { name, title, description, tags } = one
  return {
    event: {
      kind: 'published',
      block,
      blockHash: `0x${sha256}`,
      logIndex: 0,
      tx: `0x${sha256}`,
      capUri: `did:nuwa:cap:${name}`,
      semver: '1.0.0',
      cid: `b${sha256}`,
      sha256,
      publisher: '0x01',
      authorDid,
    },
    outcome: {
      kind: 'verified',
      place: { block, logIndex: 0 },
      sha256,
      file: {
        metadata: JSON.stringify({
          id: `did:nuwa:cap:${name}@1.0.0`,
          name: title,
          description,
          tags,
          author: { did: authorDid },
          permissions: { require: ['state.create', 'state.query'] },
        }),
        schemaUri: `did:nuwa:state:${name}#v1`,
        statePath: `did:nuwa:state:${name}`,
        schemaHash: sha256,
        bytes: 5000,
        words: '',
      },
    },
  }
}
