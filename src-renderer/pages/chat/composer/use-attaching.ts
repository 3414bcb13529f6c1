import { useEventListener } from '@vueuse/core'
import { nextTick, ref, watch, type Ref } from 'vue'
import type { ImageInput, ResourceInput } from '../../../../src-daemon/contract/chat.ts'
import { MAX_IMAGES, readImage } from '../../../components/image-files.ts'
import { ALL_KEPT_CHARACTERS, MAX_TEXTS, readTextFile, withRoom } from '../../../components/text-files.ts'
import { t } from '../../../i18n/index.ts'
import type { Taken } from '../offers/taken.ts'

/** Attaches files that are chosen, pasted or dropped, and what servers offer. `problem`: why something isn't there, empty if nothing. */
export const useAttaching = (
  images: Ref<readonly ImageInput[]>,
  resources: Ref<readonly ResourceInput[]>,
) => {
  const problem = ref('')
  /** Files are dragged over the page. */
  const isOver = ref(false)

  // Sent or taken out: what was wrong is over.
  watch([images, resources], ([pictures, texts], [picturesBefore, textsBefore]) => {
    if (pictures.length + texts.length < picturesBefore.length + textsBefore.length) problem.value = ''
  })

  /** Until the files are read that were chosen last. */
  let reading: Promise<void> = Promise.resolve()

  const attach = (files: readonly File[]): void => {
    reading = reading.then(() => take(files))
  }

  const take = async (files: readonly File[]): Promise<void> => {
    problem.value = ''
    const texts: ResourceInput[] = []
    for (const file of files) {
      if (file.type.startsWith('image/') && file.type !== 'image/svg+xml') await attachImage(file)
      else {
        const read = await readTextFile(file)
        if (read === null) problem.value = t('offers.notText', { name: file.name })
        else texts.push(read)
      }
    }
    const left = addTexts(texts)
    if (left > 0) problem.value = noRoomFor(left)
  }

  const attachImage = async (file: File): Promise<void> => {
    const image = images.value.length < MAX_IMAGES ? await readImage(file) : null
    if (image !== null) images.value = [...images.value, image]
    else if (images.value.length >= MAX_IMAGES) problem.value = t('turns.image.tooMany')
    else problem.value = t('turns.image.unsupported', { name: file.name })
  }

  /** Attaches texts as far as there is room, and says for how many there is none. */
  const addTexts = (texts: readonly ResourceInput[]): number => {
    const all = withRoom(resources.value, texts)
    const left = resources.value.length + texts.length - all.length
    // What was set is read again only after the page has followed.
    resources.value = all
    return left
  }

  const noRoomFor = (count: number): string =>
    t('offers.noRoom', { count, texts: MAX_TEXTS, characters: ALL_KEPT_CHARACTERS })

  /** Attaches what a server gave, as far as there is room. */
  const takeIn = (taken: Pick<Taken, 'resources' | 'images' | 'left'>): void => {
    const pictures = [...images.value, ...taken.images]
    images.value = pictures.slice(0, MAX_IMAGES)
    const noRoom = addTexts(taken.resources)
    if (noRoom > 0) problem.value = noRoomFor(noRoom)
    else if (pictures.length > MAX_IMAGES) problem.value = t('turns.image.tooMany')
    else problem.value = taken.left > 0 ? t('offers.left', { count: taken.left }) : ''
  }

  const pasted = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    attach(files)
  }

  useEventListener(document, 'dragover', (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    isOver.value = true
  })
  useEventListener(document, 'dragleave', (event: DragEvent) => {
    if (event.relatedTarget === null) isOver.value = false
  })
  useEventListener(document, 'drop', (event: DragEvent) => {
    isOver.value = false
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    attach(files)
  })

  /** Resolves when everything that was chosen so far is attached. */
  const attached = async (): Promise<void> => {
    await reading
    await nextTick()
  }

  return { problem, isOver, attach, attached, takeIn, pasted }
}
