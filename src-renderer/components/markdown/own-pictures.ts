/** A picture by the address a text gives it, as a data URL; null if it may not be shown or can't be had. */
export type PictureSource = (address: string) => Promise<string | null>

/**
 * Puts the pictures of a text in place of the links that stand for them, taken from nowhere but `source`; of one that it
 * doesn't have, the words stay, and no link.
 */
export const showOwnPictures = (block: HTMLElement, source: PictureSource): void => {
  for (const link of block.querySelectorAll<HTMLAnchorElement>('a[data-picture]')) {
    const address = link.getAttribute('href') ?? ''
    const words = document.createElement('span')
    words.textContent = link.textContent === address ? '' : link.textContent
    link.replaceWith(words)
    void source(address).then((url) => {
      if (url === null) return
      const picture = new Image()
      picture.alt = words.textContent
      picture.className = 'markdown-shown-picture'
      picture.src = url
      words.replaceWith(picture)
    })
  }
}
