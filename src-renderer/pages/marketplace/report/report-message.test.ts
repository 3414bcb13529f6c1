import { describe, expect, it } from 'vitest'
import { marketCard, marketFile } from '../../../testing/marketplace.ts'
import { reportLink } from '../../../../src-daemon/contract/report.ts'
import { recipientsOf, reportMessage } from './report-message.ts'

const card = marketCard('note')
const recommended = (contact: string | null) => ({
  ...card,
  author: { ...card.author, recommendedBy: [{ list: 'Careful people', contact }] },
})

describe('a report', () => {
  it('goes to the author, at the address a list or the package gives, or to a list’s owner', () => {
    expect(recipientsOf({ card, file: null }, [])).toEqual([])
    const file = marketFile('note', { homepage: 'https://note.example/' })
    const lists = [
      { name: 'Careful people', contact: 'mailto:lists@example.org' },
      { name: 'Quiet people', contact: null },
    ]
    expect(recipientsOf({ card: recommended('mailto:ada@example.org'), file }, lists)).toEqual([
      { label: 'The author', address: 'mailto:ada@example.org' },
      { label: 'The author', address: 'https://note.example/' },
      { label: 'Careful people', address: 'mailto:lists@example.org' },
    ])
    expect(recipientsOf({ card: recommended(null), file: null }, [])).toEqual([])
    const saying = marketFile('note', { contact: 'mailto:reports@note.example' })
    expect(recipientsOf({ card: recommended('mailto:ada@example.org'), file: saying }, [])).toEqual([
      { label: 'The author', address: 'mailto:reports@note.example' },
      { label: 'The author', address: 'mailto:ada@example.org' },
    ])
  })

  it('names the version, the hash and the author, in one line that adds nothing to the message’s head', () => {
    const message = reportMessage({ card, file: null }, ' It leaks.\r\nBcc: all@example.org \n& more=?')
    expect(message.subject).toBe('Report: note 1.0.0')
    expect(message.body).toContain('did:nuwa:cap:note@1.0.0')
    expect(message.body).toContain('a'.repeat(64))
    expect(message.body).toContain('did:key:z6MkAuthor')
    expect(message.body).toContain('It leaks. Bcc: all@example.org & more=?')
    const link = reportLink({ address: 'mailto:ada@example.org' }, message)
    expect(link).not.toMatch(/%0d|%0a/i)
    const { protocol, pathname, searchParams } = new URL(link)
    expect([protocol, pathname]).toEqual(['mailto:', 'ada@example.org'])
    expect([...searchParams]).toEqual([
      ['subject', message.subject],
      ['body', message.body],
    ])
  })

  it('opens a page as it is', () => {
    const message = reportMessage({ card, file: null }, 'It leaks.')
    expect(reportLink({ address: 'https://note.example/' }, message)).toBe('https://note.example/')
  })
})
