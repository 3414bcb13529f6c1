import { storeFiles, type StoreFiles } from '../../storage/index.ts'

/** The files of a store, with `meanwhile` before the n-th call. Counts the calls. */
export const interrupted = (step: number, meanwhile: () => void) => {
  let calls = 0
  const before =
    <A extends readonly unknown[]>(call: (...given: A) => void) =>
    (...given: A): void => {
      if (++calls === step) meanwhile()
      call(...given)
    }
  const files: StoreFiles = {
    copy: before(storeFiles.copy),
    link: before(storeFiles.link),
    rename: before(storeFiles.rename),
    remove: before(storeFiles.remove),
    makeDirectory: before(storeFiles.makeDirectory),
    sync: before(storeFiles.sync),
    syncDirectory: before(storeFiles.syncDirectory),
  }
  return { files, calls: () => calls }
}
