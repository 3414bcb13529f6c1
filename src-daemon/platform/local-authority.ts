/** A certificate for `localhost` with its key, and the authority that vouches for it, in PEM. */
export interface LocalCertificate {
  readonly cert: string
  readonly key: string
  readonly authority: string
}

const DAY_MS = 86_400_000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** `permittedSubtrees: [dNSName localhost]`, in DER. */
const ONLY_LOCALHOST = Buffer.concat([Buffer.from('300fa00d300b8209', 'hex'), Buffer.from('localhost')])
const NAME_CONSTRAINTS = '2.5.29.30'

/**
 * Makes an authority of this computer's own and has it sign one certificate for `localhost`, for thirty days. It can vouch for no
 * other name, and its key is gone when this returns.
 */
export const makeLocalCertificate = async (now: Date): Promise<LocalCertificate> => {
  // The library expects it to be there.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const makeKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const [ca, own] = await Promise.all([makeKeys(), makeKeys()])
  const valid = {
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + 30 * DAY_MS),
    signingAlgorithm: ALGORITHM,
  }
  const { KeyUsageFlags } = x509
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...valid,
    name: 'CN=Satchel for development',
    keys: ca,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      new x509.Extension(NAME_CONSTRAINTS, true, ONLY_LOCALHOST),
      await x509.SubjectKeyIdentifierExtension.create(ca.publicKey),
    ],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    ...valid,
    subject: 'CN=localhost',
    issuer: authority.subject,
    publicKey: own.publicKey,
    signingKey: ca.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', own.privateKey)
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`,
    authority: `${authority.toString('pem')}\n`,
  }
}
