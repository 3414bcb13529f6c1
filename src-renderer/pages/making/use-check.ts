import { useDebounceFn } from '@vueuse/core'
import { ref, shallowRef, watch, type Ref } from 'vue'
import type { RouteWhy } from '../../../src-daemon/contract/chat.ts'
import type { Draft, DraftCheck } from '../../../src-daemon/contract/drafts.ts'
import { base64OfFile } from '../../components/base64.ts'
import { useDaemon } from '../../rpc/daemon.ts'
import { api } from '../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'

const STILL_MS = 250

/**
 * What is wrong with a draft, and where its sentences and one more would go, told while one types: the daemon is asked
 * shortly after the last key, and an answer that was overtaken is dropped.
 */
export const useCheck = (
  content: () => Pick<Draft, 'form' | 'text'>,
  changes: readonly Ref<unknown>[],
  tried: Readonly<Ref<string>>,
) => {
  const daemon = useDaemon()
  const check = shallowRef<DraftCheck | null>(null)
  /** By sentence. Empty as long as no file can be made. */
  const ways = shallowRef<ReadonlyMap<string, RouteWhy>>(new Map())
  const failure = shallowRef<ErrorView | null>(null)
  /** What is shown is of an earlier text. */
  const isBehind = ref(true)
  let latest = 0

  const ask = async (): Promise<void> => {
    if (!daemon.ready) return
    const mine = latest
    try {
      const now = await api.drafts.check.query(content())
      if (mine !== latest) return
      check.value = now
      const found = await waysOf(now)
      if (mine !== latest) return
      ways.value = found
      failure.value = null
      isBehind.value = false
    } catch (thrown) {
      if (mine === latest) failure.value = toErrorView(thrown)
    }
  }

  const waysOf = async ({ text, about, fileName }: DraftCheck): Promise<ReadonlyMap<string, RouteWhy>> => {
    if (text === null || about === null) return new Map()
    const extra = tried.value.trim()
    const texts = [...new Set([...about.examples.slice(0, MOST), ...(extra === '' ? [] : [extra])])]
    const bytesBase64 = await base64OfFile(new Blob([text]))
    const whys = await api.router.trial.query({ fileName, bytesBase64, texts })
    return new Map(whys.map((why) => [why.text, why]))
  }

  const askSoon = useDebounceFn(ask, STILL_MS)
  const changed = (): void => {
    latest += 1
    isBehind.value = true
    void askSoon()
  }
  watch([...changes, tried], changed, { deep: true })
  watch(() => daemon.generation, changed)
  for (const topic of ['packages', 'routing'] as const) daemon.onChange(topic, changed)
  void ask()

  return { check, ways, failure, isBehind, again: ask }
}

/** As many sentences are tried. */
const MOST = 99
