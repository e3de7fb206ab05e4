import { categoryColumns } from '../categories/category.ts'
import { discountColumns } from '../discounts/discount.ts'
import { readOrder } from '../orders/get.ts'
import { findProduct } from '../products/get.ts'
import { readDetail } from '../products/offered-groups.ts'
import { reviewColumns } from '../reviews/review.ts'
import { shippingOptionColumns } from '../shipping/shipping-option.ts'
import { readStore } from '../stores/get.ts'
import type { LoadBefore } from './tool.ts'

export const storeBefore: LoadBefore = ({ sql, storeId, publicUrl }) => readStore(sql, storeId, publicUrl)

export const productBefore: LoadBefore = async ({ sql, storeId, id }) =>
  readDetail(sql, storeId, await findProduct(sql, storeId, id))

export const orderBefore: LoadBefore = ({ sql, storeId, id }) => readOrder(sql, storeId, id)

export const categoryBefore: LoadBefore = async ({ sql, storeId, id }) => {
  const [category] = await sql`
    select ${categoryColumns(sql)}
    from categories
    where store_id = ${storeId} and id = ${id}`
  return category
}

export const discountBefore: LoadBefore = async ({ sql, storeId, id }) => {
  const [discount] = await sql`
    select ${discountColumns(sql)}
    from discounts
    where store_id = ${storeId} and id = ${id}`
  return discount
}

export const shippingOptionBefore: LoadBefore = async ({ sql, storeId, id }) => {
  const [option] = await sql`
    select ${shippingOptionColumns(sql)}
    from shipping_options
    where store_id = ${storeId} and id = ${id}`
  return option
}

export const reviewBefore: LoadBefore = async ({ sql, storeId, id }) => {
  const [review] = await sql`
    select ${reviewColumns(sql)}
    from reviews
    join products on products.store_id = reviews.store_id and products.id = reviews.product_id
    where reviews.store_id = ${storeId} and reviews.id = ${id}`
  return review
}
