const resolution = {
  handle: 'ana.example.com',
  did: 'did:wba:example.com:ana',
  status: 'active',
  binding_generation: '1',
}
const documentOf = (id: string, ...endpoints: string[]) => ({
  id,
  verificationMethod: [],
  service: endpoints.map((serviceEndpoint, index) => ({
    id: `${id}#handle-${String(index)}`,
    type: 'ANPHandleService',
    serviceEndpoint,
  })),
})
const OWN = documentOf(resolution.did, 'https://example.com/.well-known/handle/ana')
const WEB = 'did:web:ana.example'

/** What a provider and a DID say of `ana.example.com`, and whether that is a binding: for us, and for ANP's own SDK. */
export const HANDLE_CASES = [
  { about: 'is that of a DID of its domain which names it', resolution, document: OWN, isValid: true },
  {
    about: 'may be of a did:web elsewhere',
    resolution: { ...resolution, did: WEB },
    document: documentOf(WEB, 'https://other.example/', 'https://example.com/any'),
    isValid: true,
  },
  {
    about: 'is written in small and large letters',
    resolution: { ...resolution, handle: 'Ana.Example.com' },
    document: OWN,
    isValid: true,
  },
  {
    about: 'is none of a DID that names no provider',
    resolution,
    document: documentOf(resolution.did),
    isValid: false,
  },
  {
    about: 'is none of a DID that names another provider',
    resolution,
    document: documentOf(resolution.did, 'https://example.com.evil.example/'),
    isValid: false,
  },
  {
    about: 'is none of a DID that names its provider without TLS',
    resolution,
    document: documentOf(resolution.did, 'http://example.com/.well-known/handle/ana'),
    isValid: false,
  },
  {
    about: 'is none of a did:wba of another domain',
    resolution: { ...resolution, did: 'did:wba:other.example:ana' },
    document: documentOf('did:wba:other.example:ana', 'https://example.com/'),
    isValid: false,
  },
  {
    about: 'is none of another kind of DID',
    resolution: { ...resolution, did: 'did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH' },
    document: documentOf('did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH', 'https://example.com/'),
    isValid: false,
  },
  {
    about: 'is none while it is suspended',
    resolution: { ...resolution, status: 'suspended' },
    document: OWN,
    isValid: false,
  },
  {
    about: 'is none of another name',
    resolution: { ...resolution, handle: 'bo.example.com' },
    document: OWN,
    isValid: false,
  },
  ...['0', '01', '+1', '', '1.0', 1].map((generation) => ({
    about: `needs a generation, which ${JSON.stringify(generation)} is not`,
    resolution: { ...resolution, binding_generation: generation },
    document: OWN,
    isValid: false,
  })),
] as const
