import { useEventListener } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import type { ImageInput, ResourceInput } from '../../../../src-daemon/contract/chat.ts'
import { MAX_IMAGES, readImage } from '../../../components/image-files.ts'
import { readTextFile } from '../../../components/text-files.ts'
import { t } from '../../../i18n/index.ts'
import type { Taken } from '../offers/taken.ts'

const MAX_RESOURCES = 4

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

  const attach = async (files: readonly File[]): Promise<void> => {
    problem.value = ''
    for (const file of files) {
      if (file.type.startsWith('image/') && file.type !== 'image/svg+xml') await attachImage(file)
      else await attachText(file)
    }
  }

  const attachImage = async (file: File): Promise<void> => {
    const image = images.value.length < MAX_IMAGES ? await readImage(file) : null
    if (image !== null) images.value = [...images.value, image]
    else if (images.value.length >= MAX_IMAGES) problem.value = t('turns.image.tooMany')
    else problem.value = t('turns.image.unsupported', { name: file.name })
  }

  const attachText = async (file: File): Promise<void> => {
    const read = resources.value.length < MAX_RESOURCES ? await readTextFile(file) : null
    if (read !== null) resources.value = [...resources.value, read]
    else if (resources.value.length >= MAX_RESOURCES) problem.value = t('offers.tooMany')
    else problem.value = t('offers.notText', { name: file.name })
  }

  /** Attaches what a server gave, as far as there is room. */
  const takeIn = (taken: Pick<Taken, 'resources' | 'images' | 'left'>): void => {
    const both = [...resources.value, ...taken.resources]
    const pictures = [...images.value, ...taken.images]
    resources.value = both.slice(0, MAX_RESOURCES)
    images.value = pictures.slice(0, MAX_IMAGES)
    const isFull = both.length > MAX_RESOURCES || pictures.length > MAX_IMAGES
    if (isFull) problem.value = t('offers.tooMany')
    else problem.value = taken.left > 0 ? t('offers.left', { count: taken.left }) : ''
  }

  const pasted = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    void attach(files)
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
    void attach(files)
  })

  return { problem, isOver, attach, takeIn, pasted }
}
