import { openPythonPeer, type PythonPeer } from './python-peer.ts'

/** The reference SDK of ANP. It knows `make`, `call`, `validate` and `add` (anp-peer.py). */
export const openAnpPeer = (): Promise<PythonPeer | { readonly missing: string }> =>
  openPythonPeer({ sdk: 'anp', packages: ['anp'], script: new URL('anp-peer.py', import.meta.url) })
