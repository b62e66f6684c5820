import { expect, it } from 'vitest'
import { student } from './journey.fixture.ts'
import { attributeLabelIn, credentialLabel, credentialNamed } from './labels.ts'

const card = {
  name: 'Student Card',
  label: 'Carte d’étudiant',
  version: '2.0',
  revocable: true,
  attributes: [{ name: 'family_name', value: 'Bello', label: 'Surname' }],
}
const labelled = {
  ...student,
  onboarding: [{ screenId: 'ACCEPT_CREDENTIAL', title: 'Accept', text: 'Accept.', credentials: [card] }],
}

it('reads credentials by content’s label in any spelling of the name, else by the name', () => {
  expect(credentialLabel(labelled, 'student_card')).toBe('Carte d’étudiant')
  expect(credentialLabel(student, 'student_card')).toBe('Student Card')
  expect(credentialLabel(undefined, 'ExamPass')).toBe('Exam Pass')
})

it('finds what a use case issues, too', () => {
  expect(credentialNamed(student, 'exam_pass')?.name).toBe('Exam Pass')
})

it('reads attributes by content’s label, else by the name', () => {
  expect(attributeLabelIn(card, 'family_name')).toBe('Surname')
  expect(attributeLabelIn(card, 'date_of_birth')).toBe('Date of birth')
  expect(attributeLabelIn(undefined, 'family_name')).toBe('Family name')
})
