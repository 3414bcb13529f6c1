import { openPythonPeer, type PythonPeer } from './python-peer.ts'

/** The reference SDK of ANP. It knows `make`, `call`, `validate`, `add` and `serve` (anp-peer.py). */
export const openAnpPeer = (): Promise<PythonPeer | { readonly missing: string }> =>
  openPythonPeer({ sdk: 'anp', packages: ['anp[api]'], script: new URL('anp-peer.py', import.meta.url) })
