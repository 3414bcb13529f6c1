import type { ScopeSummary } from '../../../../src-daemon/contract/state.ts'
import { scopeTitle } from '../../../features/state-objects/scope-title.ts'

/** The stored data that can be shared: everything that isn't private. */
export interface ShareChoice {
  readonly schemaUri: string
  readonly title: string
  /** Title of the capability that keeps it, and its DID. */
  readonly keeper: string
  readonly owner: string
  readonly scope: string
}

/** The data that can be shared, one choice per schema. */
export const shareChoices = (scopes: readonly ScopeSummary[]): readonly ShareChoice[] =>
  scopes.flatMap(({ owner, scope, title, schemas }) => {
    const keeper = scopeTitle({ owner, title })
    return schemas
      .filter(({ visibility }) => visibility !== 'private')
      .map(({ schemaUri, title }) => ({ schemaUri, title, keeper, owner, scope }))
  })

/** Seconds until the end of a day in this time zone; 0 for a day that is over, or none. */
export const secondsUntil = (day: string, now: number): number => {
  const end = Date.parse(`${day}T23:59:59`)
  return Number.isNaN(end) ? 0 : Math.max(0, Math.floor((end - now) / 1000))
}

/** The day `days` from now as a date field has it. */
export const dayFrom = (now: number, days: number): string => {
  const at = new Date(now + days * 86_400_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The capability's DID and the memory scope of a target, `urn:nuwa:scope:<owner>/<capability>/<scope>`. */
export const placeOf = (target: string): { readonly capUri: string; readonly scope: string } => {
  const [, capUri = '', scope = ''] = target.split('/')
  return { capUri: decodeURIComponent(capUri), scope: decodeURIComponent(scope) }
}
