import type { UnlockRequest } from '../../contract/unlocks.ts'
import { askingOn } from './approval-prompt.ts'
import { errorViewOf, type Api, type Session } from './session.ts'
import { askPassphrase, confirm, isInteractive } from './terminal.ts'
import { say } from '../../text/index.ts'

/**
 * Asks the user at the terminal to unlock their keys wherever something that `isOurs` waits for that, until the returned
 * function is called. `SATCHEL_VAULT_PASSPHRASE` answers for them; without it and without a terminal, what waits fails.
 */
export const answerUnlocks = (
  api: Api,
  session: Session,
  isOurs: (request: UnlockRequest) => boolean,
  onError: (error: unknown) => void,
): (() => void) => {
  const seen = new Set<string>()
  const subscription = api.unlocks.pending.subscribe(undefined, {
    onError,
    onData: (requests) => {
      for (const request of requests) {
        if (seen.has(request.id) || !isOurs(request)) continue
        seen.add(request.id)
        unlock(api, session, request).catch((thrown: unknown) => {
          // Unlocked or declined in a window meanwhile: the turn goes on by itself.
          if (errorViewOf(thrown, session.language).code !== 'question_gone') onError(thrown)
        })
      }
    },
  })
  return () => {
    subscription.unsubscribe()
  }
}

const unlock = async (
  api: Api,
  session: Session,
  { id, store, keychainName }: UnlockRequest,
): Promise<void> => {
  const { io, language } = session
  const output = askingOn(session)
  const answer = (retry: boolean) => api.unlocks.answer.mutate({ id, retry })
  const given = io.env['SATCHEL_VAULT_PASSPHRASE']
  if (store === 'keychain') {
    output.say('cli_unlock_keychain', { keychain: keychainName ?? '' })
    await answer(isInteractive(io) && (await confirm(io, language, say(language, 'cli_q_unlock_keychain'))))
    return
  }
  if (given !== undefined && (await opens(api, session, given))) return
  if (!isInteractive(io)) {
    output.say('cli_unlock_no_person')
    await answer(false)
    return
  }
  output.say('cli_unlock_vault')
  for (;;) {
    const passphrase = await askPassphrase(io, language, 'cli_q_unlock')
    if (passphrase === '') {
      await answer(false)
      return
    }
    if (await opens(api, session, passphrase)) return
  }
}

/** Whether it opens the vault; what waits then goes on. Says what is wrong with it otherwise. */
const opens = async (api: Api, session: Session, passphrase: string): Promise<boolean> => {
  try {
    await api.identity.unlock.mutate({ passphrase })
    return true
  } catch (thrown) {
    const { code, message } = errorViewOf(thrown, session.language)
    if (code !== 'wrong_passphrase' && code !== 'too_many_passphrases') throw thrown
    askingOn(session).line(message)
    return false
  }
}
