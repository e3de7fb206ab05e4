import { languageNames } from '../../../core/texts/language.ts'
import type { Wording } from '../../../core/texts/text.ts'
import type { ChangeResource } from '../../../features/changes/change.ts'
import { roleNames } from '../access/guards.ts'
import { typeNames } from '../discounts/discount-labels.ts'
import { pricingNames } from '../modifier-groups/modifier-group-fields.ts'
import { kindNames as paymentKinds } from '../payments/payment-method-fields.ts'
import { kindNames as deliveryKinds } from '../shipping/shipping-page.ts'
import { zeroPriceNames } from '../stores/store-fields.ts'
import { verificationNames } from '../whatsapp/chat-page.ts'

type Names = Record<string, Wording>

/** What the values of a field are called in the form where they are chosen. */
const names: Partial<Record<ChangeResource, Record<string, Names>>> = {
  discount: { type: typeNames },
  modifierGroup: { pricing: pricingNames },
  paymentMethod: { kind: paymentKinds },
  shippingOption: { kind: deliveryKinds },
  member: { role: roleNames },
  invitation: { role: roleNames },
  store: { zeroPrice: zeroPriceNames, phoneVerification: verificationNames, language: languageNames },
}

export const valueName = (resource: ChangeResource, field: string, value: string): Wording | undefined =>
  names[resource]?.[field]?.[value]
