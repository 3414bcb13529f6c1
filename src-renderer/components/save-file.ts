/**
 * Offers text or bytes as a file of that name: the browser's download, or the desktop's save dialog. A page only learns
 * that the download began, not whether the file was written.
 */
export const saveFile = (name: string, content: BlobPart, type: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once it has begun, the download holds the data itself; a minute is ample time to begin.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000)
}
