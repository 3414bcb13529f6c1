import type { IndexStore } from '../../../../registry/indexer/types.ts'

/** Everything an index answers from, sorted: two indexes of one chain have to agree on it. */
export const contentOf = async (store: IndexStore): Promise<unknown> => {
  const documents = await store.documents(await store.newest(10_000))
  const versions = await Promise.all(documents.map(({ capUri }) => store.versions(capUri)))
  const { block: _block, ...statistics } = await store.statistics()
  return {
    statistics,
    // The number of attempts doesn't matter.
    versions: versions
      .flat()
      .map(({ attempts: _attempts, ...version }) => version)
      .sort((a, b) => a.block - b.block || a.logIndex - b.logIndex),
    documents: documents.map(({ id: _id, ...rest }) => rest).sort((a, b) => (a.capUri < b.capUri ? -1 : 1)),
  }
}
