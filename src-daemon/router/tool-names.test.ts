import { describe, expect, it } from 'vitest'
import { namedTool, nameWords, spokenIn } from './tool-names.ts'

describe('names of tools', () => {
  it.each([
    ['create_relations', ['create', 'relation']],
    ['getIssueComments', ['get', 'issue', 'comment']],
    ['read-file', ['read', 'file']],
    ['what_is_it', []],
  ])('are read as words: %s', (name, expected) => {
    expect(nameWords(name)).toEqual(expected)
  })

  it('count where a message holds all of one, and less where it only asks about it', () => {
    const names = ['create_directory', 'echo', 'get_list'].map(nameWords)
    const score = (text: string) => namedTool(names, spokenIn(text))?.score ?? 0
    expect(score('create a directory')).toBe(0.5)
    expect(score('how do I create a directory')).toBe(0.25)
    expect(score('echo hello')).toBe(0.5)
    expect(score('there is an echo')).toBe(0.25)
    expect(score('get the list')).toBe(0)
  })
})
