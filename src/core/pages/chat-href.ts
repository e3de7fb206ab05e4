import { Formatted, type Localized } from '../texts/text.ts'
import { whatsappChat } from '../values/phone.ts'

export const chatHref = (number: string, message: Localized) =>
  new Formatted((language) => whatsappChat(number, message.in(language)))
