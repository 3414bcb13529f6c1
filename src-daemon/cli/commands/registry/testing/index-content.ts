import type { IndexStore } from '../../../../registry/indexer/types.ts'

/** All that an index answers with, in an order of its own: what two indexes of one chain have to agree on. */
export const contentOf = async (store: IndexStore): Promise<unknown> => {
  const documents = await store.documents(await store.newest(10_000))
  const versions = await Promise.all(documents.map(({ capUri }) => store.versions(capUri)))
  const { block: _block, ...statistics } = await store.statistics()
  return {
    statistics,
    // How often somebody had begun does not matter.
    versions: versions
      .flat()
      .map(({ attempts: _attempts, ...version }) => version)
      .sort((a, b) => a.block - b.block || a.logIndex - b.logIndex),
    documents: documents.map(({ id: _id, ...rest }) => rest).sort((a, b) => (a.capUri < b.capUri ? -1 : 1)),
  }
}
