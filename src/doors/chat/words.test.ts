import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languages } from '../../core/texts/language.ts'
import { fold } from '../../core/values/text.ts'
import { optOutWords, readOptOut } from '../../features/whatsapp/opt-outs.ts'
import { exampleOf, ownerCommands } from '../../features/whatsapp/owner-commands.ts'
import { dayParts, dayWords, spokenDurations } from './time-words.ts'
import { answers, orderWords, plain, readAnswer, readCommand, readStep, type Words } from './words.ts'
import { orderCommandIn } from './written.ts'

const all = (words: Words) => Object.values(words).flat()

/** Fails where a word means two things. */
function checkUnambiguous(table: Record<string, Words>) {
  const meanings = new Map<string, string>()
  for (const [meaning, words] of Object.entries(table))
    for (const word of all(words)) {
      const earlier = meanings.get(plain(word)) ?? meaning
      assert.equal(earlier, meaning, `"${word}" means ${earlier} and ${meaning}`)
      meanings.set(plain(word), meaning)
    }
}

const commandWords = Object.fromEntries(ownerCommands.map(({ id, words }) => [id, words]))

suite('words of the chat', () => {
  test('mean one thing each, whatever the language', () => {
    const { out, in: back } = optOutWords
    checkUnambiguous({ ...commandWords, ...answers, out, back })
    checkUnambiguous(orderWords)
    checkUnambiguous(dayWords)
    checkUnambiguous(Object.fromEntries([...dayParts, ...spokenDurations].map(({ words }, n) => [n, words])))
  })

  test('are understood in every language, in any case, with and without accents', () => {
    for (const command of ownerCommands)
      for (const words of all(command.words))
        for (const text of [words, words.toUpperCase(), fold(words)]) {
          const rest = 'rest' in command ? 'Pan de yuca 12' : ''
          assert.deepEqual(readCommand(`${text} ${rest}`.trim()), { known: command, rest }, text)
          assert.equal(readCommand('rest' in command ? text : `${text} mismo`), undefined, text)
        }
    for (const [answer, words] of Object.entries(answers))
      for (const word of all(words)) assert.equal(readAnswer(word.toUpperCase()), answer, word)
    for (const [step, words] of Object.entries(orderWords))
      for (const word of all(words)) {
        assert.equal(readStep(word), step, word)
        assert.deepEqual(orderCommandIn(`${word} PED-7K3QXM`), { number: 'PED-7K3QXM', step })
      }
    for (const [meaning, words] of Object.entries(optOutWords))
      for (const word of all(words)) assert.equal(readOptOut(` ${word.toUpperCase()}!`), meaning, word)
    assert.equal(readCommand('hola'), undefined)
  })

  test('of an example are a command in its language', () => {
    for (const language of languages)
      for (const command of ownerCommands) {
        const example = exampleOf(command, { name: 'Bolo', price: 'R$ 50,00' }).in(language)
        assert.equal(readCommand(example)?.known, command, example)
      }
  })
})
