import { SatchelError } from '../../platform/errors.ts'

/** Long enough for a sentence, short enough for a row. */
const MAX_LABEL = 64

/** The name of a key, as it is kept. Errors: `label_invalid`. */
export const checkedLabel = (label: string): string => {
  const name = label.trim().normalize('NFC')
  if (name === '' || name.length > MAX_LABEL || /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name))
    throw new SatchelError('label_invalid', { params: { maximum: MAX_LABEL } })
  return name
}
