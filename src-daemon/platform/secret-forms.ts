/** Shorter texts occur everywhere by chance. */
const SHORTEST_SECRET = 4
/** The same for one line of several. */
const SHORTEST_LINE = 8
/** The same for a part of it in base64. */
const SHORTEST_PART = 6

/**
 * How programs commonly write a secret, whatever the case of its letters: as it is, as the credentials of a header, in JSON, HTML
 * and addresses, in hex, and anywhere within base64. Other programs may use further forms.
 */
export const formsOf = (secrets: ReadonlySet<string>): readonly string[] => [
  ...new Set([...secrets].flatMap(textsOf).flatMap(normalForms).flatMap(writtenForms)),
]

/** A secret and the parts of it that are secrets themselves. */
const textsOf = (secret: string): readonly string[] => {
  const [, scheme = '', credentials = ''] =
    /^(Bearer|Basic|Token|Key|Api-?Key|OAuth|DPoP)[ \t]+(\S.*)$/i.exec(secret) ?? []
  const [, ...password] =
    scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString().split(':') : []
  const lines = secret.split(/\r?\n/).map((line) => line.trim())
  return [
    ...[secret, credentials, password.join(':')].filter(({ length }) => length >= SHORTEST_SECRET),
    // Code that reads line by line, like a log, never sees the whole secret.
    ...(lines.length > 1 ? lines.filter(({ length }) => length >= SHORTEST_LINE) : []),
  ]
}

/** Accents are letters of their own, or part of theirs. */
const normalForms = (text: string): readonly string[] => [text, text.normalize('NFC'), text.normalize('NFD')]

const writtenForms = (text: string): readonly string[] => {
  const bytes = Buffer.from(text)
  return [
    text,
    ...jsonForms(text),
    ...jsonForms(text).flatMap(jsonForms),
    ...markupForms(text),
    ...addressForms(bytes.toString()),
    bytes.toString('hex'),
    ...base64Forms(bytes),
  ]
}

const jsonForms = (text: string): readonly string[] => {
  const plain = JSON.stringify(text).slice(1, -1)
  const ascii = plain.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [plain, ascii].flatMap((form) => [form, form.replaceAll('/', '\\/')])
}

const markupForms = (text: string): readonly string[] =>
  ['&#39;', '&#x27;', '&apos;'].map((quote) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", quote),
  )

const addressForms = (text: string): readonly string[] => {
  const escaped = (unescaped: RegExp): string =>
    [...Buffer.from(text)]
      .map((byte) => {
        const letter = String.fromCharCode(byte)
        return unescaped.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`
      })
      .join('')
  // In turn: RFC 3986, with slashes, JavaScript, forms, everything.
  const forms = [/[\w.~-]/, /[\w.~/-]/, /[\w.~!'()*-]/, /[\w.*-]/, /(?!)/].map(escaped)
  return [...forms, ...forms.map((form) => form.replaceAll('%20', '+'))]
}

/** In either alphabet: the whole secret, and, for any text around it, the part that only the secret determines. */
const base64Forms = (bytes: Buffer): readonly string[] => {
  const parts = [0, 1, 2]
    .map((before) =>
      Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
    )
    .filter(({ length }) => length >= SHORTEST_PART)
  return [bytes.toString('base64').replace(/=+$/, ''), ...parts].flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
  ])
}
