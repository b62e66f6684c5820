import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

const values = [
  {
    title: 'Ask for less',
    text: 'What never arrives can’t be lost, sold or stolen. Before we ask for a detail we ask what it is for. Where a yes or a no will do, we ask for the yes or the no.',
    proof: 'In the demo, a shop gives a student price without learning a name.',
    link: { to: '/demo', label: 'Try it' },
  },
  {
    title: 'Your no counts',
    text: 'Declining is an answer, not an error. Whatever you are asked for, you can refuse, and you are told what that means.',
    proof: 'Decline a request in your wallet. Nothing is shared, and the page asks whether to try again or leave.',
    link: { to: '/demo', label: 'Say no once' },
  },
  {
    title: 'Show the workings',
    text: 'Open standards below, plain sentences on top. A step that we can’t explain isn’t finished.',
    proof: 'Every step, who takes part and what each of them learns, on one page.',
    link: { to: '/how-it-works', label: 'See how it works' },
  },
  {
    title: 'Say what isn’t real',
    text: 'The people and places in our examples are made up, and the pages that show them say so. The signatures and the checks are real.',
    proof: 'Revoke a credential on your dashboard. Whatever needs it locks at once and says why.',
    link: { to: '/learn-more', label: 'Learn what a credential is' },
  },
] as const

/** Values, each with a way to check it. */
export function Values() {
  return (
    <ol className="border-t border-line">
      {values.map((value) => (
        <li
          key={value.title}
          className="grid gap-x-12 gap-y-4 border-b border-line py-7 md:grid-cols-[0.8fr_1.2fr] lg:grid-cols-[0.8fr_1.3fr_1fr] lg:py-9"
        >
          <h3 className="text-heading md:max-lg:row-span-2">{value.title}</h3>
          <p className="text-mute">{value.text}</p>
          <div className="md:col-start-2 lg:col-start-3">
            <p className="text-small">
              <span className="font-semibold">See for yourself. </span>
              {value.proof}
            </p>
            <Button to={value.link.to} variant="quiet">
              {value.link.label}
              <Icon name="next" size={18} />
            </Button>
          </div>
        </li>
      ))}
    </ol>
  )
}
