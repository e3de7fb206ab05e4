import type { Language } from '../../core/texts/language.ts'
import { wordingIn, type Wording } from '../../core/texts/text.ts'

/** A message in a conversation that the person has started: a text, with buttons or with a list below it. */
export type SessionMessage<Text = Wording> = {
  text: Text
  /** At most 3. */
  buttons?: Button<Text>[]
  list?: List<Text>
  /** With a button by which the person shares their own contact. */
  asksContact?: boolean
}

export type Button<Text = Wording> = {
  /** What comes back when it is tapped: buttons.ts. */
  id: string
  /** At most 20 characters. */
  title: Text
}

type List<Text> = {
  label: Text
  /** At most 10. */
  rows: Row<Text>[]
}

export type Row<Text = Wording> = Button<Text> & { description?: Text }

export function messageIn(message: SessionMessage, language: Language): SessionMessage<string> {
  const { text, buttons, list, ...others } = message
  const said = (wording: Wording) => wordingIn(wording, language)
  const titled = <Titled extends Button>(button: Titled) => ({ ...button, title: said(button.title) })
  return {
    ...others,
    text: said(text),
    ...(buttons && { buttons: buttons.map(titled) }),
    ...(list && { list: { label: said(list.label), rows: list.rows.map(rowIn) } }),
  }
  function rowIn({ description, ...row }: Row): Row<string> {
    return { ...titled(row), ...(description !== undefined && { description: said(description) }) }
  }
}

/** What WhatsApp takes at most: https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-list-messages */
const MAX = {
  text: 4096,
  body: 1024,
  buttons: 3,
  buttonTitle: 20,
  rows: 10,
  rowTitle: 24,
  description: 72,
}

/** The message as the Cloud API takes it. What is too long is truncated, rather than rejected for good. */
export function toContent({ text, buttons = [], list, asksContact }: SessionMessage<string>): object {
  if (asksContact) return { type: 'interactive', interactive: toContactRequest(text) }
  if (list && list.rows.length > 0) return { type: 'interactive', interactive: toList(text, list) }
  if (buttons.length > 0) return { type: 'interactive', interactive: toButtons(text, buttons) }
  return { type: 'text', text: { body: cut(text, MAX.text), preview_url: false } }
}

const toContactRequest = (text: string) => ({
  type: 'request_contact_info',
  body: { text: cut(text, MAX.body) },
  action: { name: 'request_contact_info' },
})

const toButtons = (text: string, buttons: Button<string>[]) => ({
  type: 'button',
  body: { text: cut(text, MAX.body) },
  action: {
    buttons: buttons
      .slice(0, MAX.buttons)
      .map(({ id, title }) => ({ type: 'reply', reply: { id, title: cut(title, MAX.buttonTitle) } })),
  },
})

const toList = (text: string, { label, rows }: List<string>) => ({
  type: 'list',
  body: { text: cut(text, MAX.body) },
  action: {
    button: cut(label, MAX.buttonTitle),
    sections: [
      {
        rows: rows.slice(0, MAX.rows).map(({ id, title, description }) => ({
          id,
          title: cut(title, MAX.rowTitle),
          ...(description && { description: cut(description, MAX.description) }),
        })),
      },
    ],
  },
})

/** At most `max` UTF-16 units, without half a surrogate pair. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text
    .slice(0, max - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}
