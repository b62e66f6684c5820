/** Each with its attribute name in the credential (docs/product.md, section 3). */
const details = [
  { label: 'Family name', name: 'family_name', example: 'Okoro', use: 'Shown where something is made out to you.' },
  { label: 'Given names', name: 'given_names', example: 'Chidinma Grace', use: 'Shown together with the family name.' },
  {
    label: 'Date of birth',
    name: 'date_of_birth',
    example: '1994-03-17',
    use: 'Rarely needs showing: “old enough” can be proved.',
  },
  { label: 'Gender', name: 'gender', example: 'female', use: 'Hardly ever needed. Then it stays covered.' },
  {
    label: 'Document type',
    name: 'document_type',
    example: 'passport',
    use: 'Shown where the law asks for a passport.',
  },
  {
    label: 'Document number',
    name: 'document_number',
    example: 'X00000000',
    use: 'Shown to those who have to keep a record of it.',
  },
  {
    label: 'Document expiry date',
    name: 'document_expiry_date',
    example: '2031-08-30',
    use: '“Still valid” can be proved without the date.',
  },
  { label: 'Nationality', name: 'nationality', example: 'Nigeria', use: 'Shown where it decides something.' },
  {
    label: 'Issuing authority',
    name: 'issuing_authority',
    example: 'Example Passport Office',
    use: 'Shown where the document itself matters.',
  },
]

/** The nine attributes of Confirmed Person, laid out like a page of a passport. */
export function IdPage() {
  return (
    <figure>
      <div className="overflow-hidden rounded-panel border border-line bg-paper text-ink shadow-lift">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 bg-[#0b5d45] px-[clamp(20px,2.4vw,32px)] py-4 text-white">
          <h3 className="text-heading">Confirmed Person</h3>
          <p className="text-small">Illustrative example</p>
        </div>
        <dl className="grid sm:grid-cols-2 lg:grid-cols-3">
          {details.map(({ label, name, example, use }) => (
            <div
              key={name}
              className="-mr-px -mb-px border-r border-b border-line px-[clamp(20px,2.4vw,32px)] py-5 sm:max-lg:last:col-span-2"
            >
              <dt className="text-small font-semibold text-forest">
                {label}
                <code className="block text-[0.75rem] font-normal text-mute">{name}</code>
              </dt>
              <dd>
                <p className="mt-1.5 font-display text-heading font-semibold">{example}</p>
                <p className="mt-1.5 text-small text-mute">{use}</p>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <figcaption className="mt-4 text-pretty text-small text-mute">
        Chidinma Grace Okoro and her passport are made up. The nine details are the ones the credential has.
      </figcaption>
    </figure>
  )
}
