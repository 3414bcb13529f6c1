/** Days of the calendar, and what can be counted with them. */

export interface Day {
  readonly year: number
  /** 1..12 */
  readonly month: number
  readonly day: number
}

export const dayOf = (date: Date): Day => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
})

export const exists = ({ year, month, day }: Day): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const fromUtc = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
})

export const shifted = ({ year, month, day }: Day, days: number): Day =>
  fromUtc(new Date(Date.UTC(year, month - 1, day + days)))

/** So many months later, on the same day or the last one of that month. */
export const shiftedByMonths = ({ year, month, day }: Day, months: number): Day => {
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return fromUtc(new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))))
}

export const lastOfMonth = ({ year, month }: Day): Day => fromUtc(new Date(Date.UTC(year, month, 0)))

/** 0 is Sunday. */
export const weekdayOf = ({ year, month, day }: Day): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** The next such weekday after today; never today itself, for which there is the word "today". */
export const comingWeekday = (today: Day, weekday: number): Day =>
  shifted(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)

/** The next day with that number, today included; one that doesn't exist stays so. */
export const comingDay = (today: Day, day: number): Day =>
  day >= today.day ? { ...today, day } : { ...shiftedByMonths({ ...today, day: 1 }, 1), day }

/** That weekday of the week that begins next Monday. */
export const nextWeeks = (today: Day, weekday: number): Day =>
  shifted(today, 7 - ((weekdayOf(today) + 6) % 7) + ((weekday + 6) % 7))

/** The Monday of the week that `day` is in. */
export const mondayOf = (day: Day): Day => shifted(day, -((weekdayOf(day) + 6) % 7))

/** Days from one day to another; negative if it was before. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round(
    (Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / 86_400_000,
  )

export const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-21` */
export const isoDay = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** The day of `2026-11-21`. */
export const dayOfIso = (iso: string): Day => {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number)
  return { year, month, day }
}
