import { createSharedComposable, useEventListener } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { language } from '../../../i18n/index.ts'

/** What is being read; one at a time. */
const reading = shallowRef<symbol | null>(null)

// Some browsers, and the app on some systems, have no voices, or no speech at all.
const speech = 'speechSynthesis' in window ? window.speechSynthesis : null

/** The voices of this computer, asked for once for all messages. */
const useVoices = createSharedComposable(() => {
  const voices = ref<readonly SpeechSynthesisVoice[]>([])
  const load = (): void => {
    voices.value = (speech?.getVoices() ?? []).filter(({ localService }) => localService)
  }
  load()
  if (speech !== null) useEventListener(speech, 'voiceschanged', load)
  return voices
})

/**
 * Reads text aloud with the voices of this computer; others would send it to their makers. `can` is false where
 * there are none.
 */
export const useReadAloud = () => {
  const me = Symbol('text')
  const voices = useVoices()

  const stop = (): void => {
    if (reading.value !== me) return
    reading.value = null
    speech?.cancel()
  }

  const read = async (markdown: string): Promise<void> => {
    if (speech === null) return
    const { spokenText, spokenLanguage } = await import('../../../components/markdown/spoken-text.ts')
    const pieces = spokenText(markdown)
    speech.cancel()
    reading.value = pieces.length > 0 ? me : null
    const spoken = spokenLanguage(markdown, language())
    const voice = voices.value.find(({ lang }) => lang.toLowerCase().startsWith(spoken)) ?? null
    for (const [at, piece] of pieces.entries()) {
      const said = new SpeechSynthesisUtterance(piece)
      said.lang = voice?.lang ?? spoken
      said.voice = voice
      if (at === pieces.length - 1) said.onend = said.onerror = stop
      speech.speak(said)
    }
  }

  onScopeDispose(stop)
  return {
    can: computed(() => voices.value.length > 0),
    isReading: computed(() => reading.value === me),
    read,
    stop,
  }
}
