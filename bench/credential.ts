/**
 * The credential and request of every visitor of the benchmark, from each issuer: nine attributes, a group of
 * three, one predicate.
 */

export const attributes = [
  { name: 'family_name', value: 'Bello' },
  { name: 'given_names', value: 'Amina' },
  { name: 'date_of_birth', value: '20040517' },
  { name: 'gender', value: 'female' },
  { name: 'document_type', value: 'passport' },
  { name: 'document_number', value: 'A0000000' },
  { name: 'document_expiry_date', value: '20320101' },
  { name: 'nationality', value: 'Nigeria' },
  { name: 'issuing_authority', value: 'Example' },
]

/** `more` goes into the group and into the predicate: restrictions, and the time for which it must not be revoked. */
export function requested<More extends object>(more: More) {
  return {
    requested_attributes: { who: { names: ['family_name', 'given_names', 'document_number'], ...more } },
    requested_predicates: {
      valid: { name: 'document_expiry_date', p_type: '>=' as const, p_value: 20_261_121, ...more },
    },
  }
}
