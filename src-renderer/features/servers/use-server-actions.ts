import { ref, type Ref } from 'vue'
import { useAttempt, type Attempt } from '../../composables/use-attempt.ts'
import { t } from '../../i18n/index.ts'
import { api } from '../../rpc/client.ts'

type Action = 'test' | 'restart' | 'stop' | 'remove' | 'trust'

export interface ServerActions extends Omit<Attempt<Action>, 'attempt'> {
  /** The result of the last test; empty before. */
  readonly answer: Readonly<Ref<string>>
  test(): Promise<boolean>
  /** Also starts a stopped server. */
  restart(): Promise<boolean>
  stop(): Promise<boolean>
  remove(): Promise<boolean>
  trust(trusted: boolean): Promise<boolean>
}

/** Everything that can be done with a connected server as a whole. */
export const useServerActions = (uri: () => string): ServerActions => {
  const { busy, failure, attempt } = useAttempt<Action>()
  const answer = ref('')
  const act = (name: Action, work: () => Promise<unknown>): Promise<boolean> => {
    answer.value = ''
    return attempt(name, work)
  }
  return {
    busy,
    failure,
    answer,
    test: () =>
      act('test', async () => {
        const { server, milliseconds } = await api.servers.test.mutate({ uri: uri() })
        answer.value = t('serverDetail.answers', { ...server, milliseconds })
      }),
    restart: () => act('restart', () => api.servers.restart.mutate({ uri: uri() })),
    stop: () => act('stop', () => api.servers.stop.mutate({ uri: uri() })),
    remove: () => act('remove', () => api.servers.remove.mutate({ uri: uri() })),
    trust: (trusted) => act('trust', () => api.servers.trust.mutate({ uri: uri(), trusted })),
  }
}
