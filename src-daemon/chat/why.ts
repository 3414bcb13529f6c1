import { z } from 'zod'
import type { CapabilityCatalog } from '../packages/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { explained, type Router, type RouteTrials } from '../router/index.ts'
import type { RouteDecision } from '../contract/router.ts'
import type { SettingsService } from '../settings/types.ts'
import type { Database } from '../storage/index.ts'
import { isSkill } from './requirements.ts'
import { temporaryBeside } from './temporary.ts'
import type { RoutingService } from './types.ts'
import { messagePartSchema, type RouteWhy } from '../contract/chat.ts'

export interface WhyDeps {
  readonly db: Database
  readonly router: Pick<Router, 'explain' | 'addressed'>
  readonly packages: Pick<CapabilityCatalog, 'installed' | 'get'>
  readonly trials: Pick<RouteTrials, 'ways'>
  readonly settings: Pick<SettingsService, 'get'>
}

const partsSchema = z
  .object({
    parts: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.array(messagePartSchema)),
  })
  .array()

/** Explains how messages are routed: a sent one, as recorded; or a text, as it would be routed now. */
export const createRouting = ({ db, router, trials, packages, settings }: WhyDeps): RoutingService => {
  /** What is stored, or the same of a temporary conversation. */
  const read = (sql: string, messageId: string) => {
    const found = [db, temporaryBeside(db)].flatMap((one) => one?.prepare(sql).all(messageId) ?? [])
    return partsSchema.parse(found)
  }
  // The answer holds the decision, its turn also the words that were routed; a turn answered again has several answers.
  const turnOf = (messageId: string) =>
    read(
      `SELECT o.parts FROM messages o JOIN messages m ON m.turn_id = o.turn_id AND m.conversation_id = o.conversation_id
     WHERE m.id = ? ORDER BY (o.id = m.id) DESC, o.seq DESC`,
      messageId,
    )
  const parentOf = (messageId: string) =>
    read('SELECT p.parts FROM messages m JOIN messages p ON p.id = m.parent_id WHERE m.id = ?', messageId)

  const ofText: RoutingService['ofText'] = async ({ text, activeCapability }) => {
    const to = router.addressed(text)
    const said = { text: to?.text ?? text, explicit: to?.name ?? null }
    return inWords(text, await router.explain({ ...said, activeCapability }))
  }

  const ofDraft: RoutingService['ofDraft'] = async (draft, texts) => {
    const decisions = await trials.ways(draft, texts)
    const titleOf = (name: string): string => (name === draft.name ? draft.title : titleHere(name))
    return decisions.map((decision, at) => inWords(texts[at] ?? '', decision, titleOf))
  }

  const ofMessage: RoutingService['ofMessage'] = (messageId) => {
    const turn = turnOf(messageId)
    if (turn.length === 0) throw new SatchelError('message_not_found')
    const said = [...turn, ...parentOf(messageId)]
    const decision = turn.flatMap(({ parts }) => parts).find((part) => part.type === 'route')?.decision
    if (decision === undefined) throw new SatchelError('message_not_routed')
    const user = said.find(({ parts }) => !parts.some((part) => part.type === 'route'))
    const text = user?.parts.find((part) => part.type === 'text')?.text ?? ''
    return inWords(text, decision)
  }

  const titleHere = (name: string): string => packages.get(name)?.title ?? name

  const inWords = (text: string, decision: RouteDecision, titleOf = titleHere): RouteWhy => ({
    text,
    decision,
    lines: explained(decision, {
      language: settings.get().language,
      titleOf,
    }),
  })

  const choices: RoutingService['choices'] = () =>
    packages
      .installed()
      .map(({ name }) => packages.get(name))
      .filter((acp) => acp !== null)
      .map(({ name, title, description, claim }) => ({
        name,
        title,
        kind: isSkill({ name }) ? 'skill' : claim === undefined ? 'package' : 'server',
        description: (description.split('\n')[0] ?? '').slice(0, DESCRIBED),
      }))

  return { choices, ofText, ofDraft, ofMessage }
}

const DESCRIBED = 200
