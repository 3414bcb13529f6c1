import { exactTime } from '../../../components/relative-time.ts'
import { language, t, textIfAny } from '../../../i18n/index.ts'

/** The purpose of a signature; an unknown purpose is shown as recorded. */
export const purposeLabel = (purpose: string): string => {
  const to = after(purpose, 'did-auth ') ?? after(purpose, 'agent-request ')
  if (to !== null) return t('identity.log.request', { to })
  return textIfAny(`identity.log.purposes.${purpose}`) ?? purpose
}

/** Who requested it. `titleOf` gives a capability's title. */
export const requesterLabel = (requester: string, titleOf: (name: string) => string): string => {
  const name = after(requester, 'capability ')
  if (name !== null) return t('identity.log.capability', { name: titleOf(name) })
  return textIfAny(`identity.log.requesters.${requester}`) ?? requester
}

/** Whether a line's time is valid; in a tampered line it may be any text. */
export const isTime = (at: string): boolean => !Number.isNaN(Date.parse(at))

/** The exact time of a line, or the text in its place. */
export const timeLabel = (at: string): string => (isTime(at) ? exactTime(at, language()) : at)

const after = (text: string, beginning: string): string | null =>
  text.startsWith(beginning) ? text.slice(beginning.length) : null
