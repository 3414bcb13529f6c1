/**
 * Offers text or bytes to the person as a file of that name: the browser's download, or the desktop's save dialog. Whether it was
 * written is not told to a page; it only knows that the offer began.
 */
export const saveFile = (name: string, content: BlobPart, type: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the data once it has begun; a minute is more than it takes to begin.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000)
}
