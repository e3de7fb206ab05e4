import { categories } from '../categories/category.ts'
import { discounts } from '../discounts/discount.ts'
import { modifierGroups } from '../modifier-groups/modifier-group.ts'
import { paymentMethods } from '../payments/payment-method.ts'
import { shippingOptions } from '../shipping/shipping-option.ts'

/** The one list of them: the API, the record of changes, retention and the files and the purge of whole stores read it. */
export const plainResources = [modifierGroups, categories, discounts, shippingOptions, paymentMethods]

export const plainRecords = plainResources.map(({ record }) => record)

export const plainTables = plainRecords.map(({ table }) => table)
