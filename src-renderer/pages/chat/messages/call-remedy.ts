import type { RouteLocationRaw } from 'vue-router'
import type { ToolPart } from '../../../../src-daemon/contract/chat.ts'
import { t } from '../../../i18n/index.ts'

/** The page where the user can see and fix why a call failed, and the label of its link. */
export interface CallRemedy {
  readonly to: RouteLocationRaw
  readonly label: string
}

/** Errors whose remedy is on the permissions tab. */
const GIVEN_THERE: readonly unknown[] = ['binding_secret_missing', 'wasm_module_unavailable']

/** The page that helps with a failed call; null where none does. `titleOf` gives the capability's title. */
export const remedyOf = (
  { error, ref }: Pick<ToolPart, 'error' | 'ref'>,
  titleOf: (name: string) => string,
): CallRemedy | null => {
  if (error === null) return null
  const code = error.details?.['code']
  if (code === 'keystore_locked') return { to: { name: 'identity' }, label: t('chat.tool.mend.identity') }
  const [server, source] = /^mcp:([^/]+)/u.exec(ref.capability_id) ?? []
  if (source !== undefined && (code === 'server_changed' || code === 'server_tool_off'))
    return {
      to: { name: 'capabilities', params: { name: server }, query: { tab: 'tools' } },
      label:
        code === 'server_changed'
          ? t('chat.tool.mend.changed', { name: source })
          : t('chat.tool.mend.tools', { name: source }),
    }
  // All errors about how a server is run, reached or described begin like this.
  if (typeof code === 'string' && code.startsWith('server_'))
    return { to: { name: 'servers' }, label: t('chat.tool.mend.servers') }
  const [, name] = /^acp:([^/]+)\//.exec(ref.capability_id) ?? []
  if (name === undefined || (error.code !== 'PERMISSION_DENIED' && !GIVEN_THERE.includes(code))) return null
  return {
    to: { name: 'capabilities', params: { name }, query: { tab: 'permissions' } },
    label: t('chat.tool.mend.permissions', { name: titleOf(name) }),
  }
}
