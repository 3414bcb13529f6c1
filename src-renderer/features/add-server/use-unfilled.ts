import { computed, type Ref } from 'vue'
import { shownText } from '../../components/shown-text.ts'
import { t } from '../../i18n/index.ts'
import { openPlaceholder, type ConnectForm } from './connect-form.ts'

/** The error of a field with a placeholder that only another app fills in; false if it has none. */
export const useUnfilled = (form: Ref<ConnectForm>) => {
  const placeholder = computed(() => openPlaceholder(form.value))
  return (text: string): string | false =>
    placeholder.value !== null && text.includes(placeholder.value)
      ? t('serverDetail.form.placeholderLeft', { what: shownText(placeholder.value) })
      : false
}
