import { exactTime } from '../../../components/relative-time.ts'
import { language, t, textIfAny } from '../../../i18n/index.ts'

/** What a signature was for, in words; what has none of ours is named as it was written down. */
export const purposeLabel = (purpose: string): string => {
  const to = after(purpose, 'did-auth ')
  if (to !== null) return t('identity.log.request', { to })
  return textIfAny(`identity.log.purposes.${purpose}`) ?? purpose
}

/** Who asked for it. `titleOf` gives what a capability is called. */
export const requesterLabel = (requester: string, titleOf: (name: string) => string): string => {
  const name = after(requester, 'capability ')
  if (name !== null) return t('identity.log.capability', { name: titleOf(name) })
  return textIfAny(`identity.log.requesters.${requester}`) ?? requester
}

/** Whether the time of a line is one; in a line that somebody changed it may be any text. */
export const isTime = (at: string): boolean => !Number.isNaN(Date.parse(at))

/** The exact time of a line, or whatever stands in its place. */
export const timeLabel = (at: string): string => (isTime(at) ? exactTime(at, language()) : at)

const after = (text: string, beginning: string): string | null =>
  text.startsWith(beginning) ? text.slice(beginning.length) : null
