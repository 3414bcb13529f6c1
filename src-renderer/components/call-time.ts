import { n, t } from '../i18n/index.ts'

/** How long a call took, in words: `840 ms`, `12.4 s`. */
export const callTime = (ms: number): string =>
  ms < 1000
    ? t('frame.common.milliseconds', { value: Math.round(ms) })
    : t('frame.common.seconds', { value: n(ms / 1000, { maximumFractionDigits: 1 }) })
