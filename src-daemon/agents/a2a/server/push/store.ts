import type { TaskPushNotificationConfig } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import type { PushNotificationStore, ServerCallContext } from '@a2a-js/sdk/server'
import type { NetworkGuard } from '../../../../network/index.ts'
import { toSatchelError } from '../../../../platform/errors.ts'
import { isRecord } from '../../../../platform/is-record.ts'
import { newId } from '../../../../platform/ids.ts'
import type { PushConfigs } from './configs.ts'

export interface PushStoreDeps {
  readonly configs: PushConfigs
  readonly guard: Pick<NetworkGuard, 'check'>
  /** Whether the owner lets this agent use anything. */
  readonly isOpenTo: (did: string) => boolean
  /** Called when one is there. */
  readonly added: (owner: string, task: string) => void
  readonly now: () => Date
}

const MAX_URL = 2000
const MAX_ID = 200
/** What a header can hold. */
const HEADER_VALUE = /^[\x20-\x7e]{0,4000}$/
const SCHEME = /^[A-Za-z][A-Za-z0-9-]{0,40}$/

/** The callbacks that agents set, for the SDK: checked before they are kept. */
export const createPushStore = ({
  configs,
  guard,
  isOpenTo,
  added,
  now,
}: PushStoreDeps): PushNotificationStore => ({
  save: async (task, context, config) => {
    const owner = ownerOf(context)
    config.id ||= newId()
    config.taskId = task
    await check(guard, config)
    // Its tasks are rejected, and nothing is told to it.
    if (!isOpenTo(owner)) return
    const version = context.requestedVersion
    if (!configs.put({ owner, task, config, version }, now()))
      throw new RequestMalformedError('too many callbacks: delete one first')
    added(owner, task)
  },
  load: (task, context) => Promise.resolve(configs.of(ownerOf(context), task).map(({ config }) => config)),
  delete: (task, context, id) => {
    configs.remove(ownerOf(context), task, id)
    return Promise.resolve()
  },
})

const ownerOf = ({ user }: ServerCallContext): string => user?.userName ?? ''

/** Errors: `RequestMalformedError`, with the code of the network guard's refusal. */
const check = async (
  guard: Pick<NetworkGuard, 'check'>,
  { id, tenant, url, token, authentication }: TaskPushNotificationConfig,
): Promise<void> => {
  const { scheme = 'Bearer', credentials = '' } = authentication ?? {}
  const fits =
    url.length <= MAX_URL && [id, tenant].every(({ length }) => length <= MAX_ID) && SCHEME.test(scheme)
  if (!fits || ![token, credentials].every((value) => HEADER_VALUE.test(value)))
    throw new RequestMalformedError('the callback is too long, or has what no header can hold')
  try {
    await guard.check(url, { kind: 'package_host', hosts: hostsOf(url) })
  } catch (thrown) {
    const { code, details } = toSatchelError(thrown)
    if (code !== 'network_refused') throw thrown
    throw new RequestMalformedError(`push_url_refused: ${String(isRecord(details) ? details['reason'] : '')}`)
  }
}

const hostsOf = (url: string): readonly string[] => (URL.canParse(url) ? [new URL(url).host] : [])
