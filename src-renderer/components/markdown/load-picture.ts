import { api } from '../../rpc/client.ts'
import { toErrorView } from '../../rpc/errors.ts'

/** Puts the picture that a button stands for in place of the button and its link; why not, if it can't be had. */
export const loadPicture = async (button: HTMLButtonElement, loading: string): Promise<void> => {
  const { load: url } = button.dataset
  if (url === undefined || button.disabled) return
  const label = button.textContent
  button.disabled = true
  button.textContent = loading
  const link = button.previousElementSibling
  try {
    const { mediaType, base64 } = await api.chat.picture.query({ url })
    const picture = new Image()
    picture.alt = link?.textContent ?? ''
    picture.className = 'markdown-shown-picture'
    picture.src = `data:${mediaType};base64,${base64}`
    if (link instanceof HTMLAnchorElement) link.remove()
    button.replaceWith(picture)
  } catch (thrown) {
    button.disabled = false
    button.textContent = `${label}: ${toErrorView(thrown).message}`
  }
}
