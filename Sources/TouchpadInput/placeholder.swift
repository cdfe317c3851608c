// TouchpadInput
