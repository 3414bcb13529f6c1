import { ref, type Ref } from 'vue'
import { useAttempt, type Attempt } from '../../composables/use-attempt.ts'
import { t } from '../../i18n/index.ts'
import { api } from '../../rpc/client.ts'

type Action = 'test' | 'restart' | 'stop' | 'remove' | 'trust'

export interface ServerActions extends Omit<Attempt<Action>, 'attempt'> {
  /** What it said when it was tried last; empty before. */
  readonly answer: Readonly<Ref<string>>
  test(): Promise<boolean>
  /** Also starts what does not run. */
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
        const { server, milliseconds } = await api.services.test.mutate({ uri: uri() })
        answer.value = t('services.answers', { ...server, milliseconds })
      }),
    restart: () => act('restart', () => api.services.restart.mutate({ uri: uri() })),
    stop: () => act('stop', () => api.services.stop.mutate({ uri: uri() })),
    remove: () => act('remove', () => api.services.remove.mutate({ uri: uri() })),
    trust: (trusted) => act('trust', () => api.services.trust.mutate({ uri: uri(), trusted })),
  }
}
