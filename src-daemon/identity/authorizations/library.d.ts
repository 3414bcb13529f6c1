/** Types of the parts of the authorization libraries we use; the libraries have none. */

interface ZcapDocumentLoader {
  (url: string): Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
}
interface ZcapSuite {
  readonly cryptosuite: string
}
interface ZcapPurpose {
  readonly term: string
}

declare module '@digitalbazaar/zcap' {
  export class CapabilityDelegation implements ZcapPurpose {
    constructor(
      options:
        | { parentCapability: string | object }
        | {
            expectedRootCapability: string
            suite: ZcapSuite
            date: Date
            maxChainLength: number
            maxClockSkew: number
          },
    )
    readonly term: string
  }
  export const createRootCapability: (input: { controller: string; invocationTarget: string }) => {
    readonly id: string
  }
}

declare module 'jsonld-signatures' {
  interface Options {
    suite: ZcapSuite
    purpose: ZcapPurpose
    documentLoader: ZcapDocumentLoader
  }
  const signatures: {
    sign: (document: object, options: Options) => Promise<unknown>
    verify: (document: object, options: Options) => Promise<{ verified: boolean; error?: unknown }>
  }
  export default signatures
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof implements ZcapSuite {
    constructor(options: {
      signer?: {
        id: string
        algorithm: string
        sign: (input: { data: Uint8Array }) => Promise<Uint8Array>
      }
      date?: Date
      cryptosuite: object
    })
    readonly cryptosuite: string
  }
}

declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export const createSignCryptosuite: () => object
  export const createVerifyCryptosuite: () => object
}
